// If Jest uses no worker processes, the suites ran in this process, and their shared objects are closed here.
'use strict';
const { worker } = require('./worker.cjs');

module.exports = () => worker.close();

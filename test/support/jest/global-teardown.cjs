// Closes the shared objects of the suites if Jest uses no worker processes, because the suites ran in this process
// then.
'use strict';
const { worker } = require('./worker.cjs');

module.exports = () => worker.close();

// Without worker processes the suites ran here, and what they shared is closed here.
'use strict';
const { worker } = require('./worker.cjs');

module.exports = () => worker.close();

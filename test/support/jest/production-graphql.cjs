// Loads graphql as in production, for which its documentation sets NODE_ENV. In tests it would check for a second copy
// of itself whenever it inspects a type, a sixth of the work of a query.
'use strict';
const { NODE_ENV } = process.env;
process.env.NODE_ENV = 'production';
require('graphql');
process.env.NODE_ENV = NODE_ENV;

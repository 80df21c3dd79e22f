// graphql as in production, which its documentation has NODE_ENV say when it is loaded: in tests it would look out for a second
// copy of itself at each look at a type, a sixth of the work of a query.
'use strict';
const { NODE_ENV } = process.env;
process.env.NODE_ENV = 'production';
require('graphql');
process.env.NODE_ENV = NODE_ENV;

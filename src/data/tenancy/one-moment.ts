// Several reads of one moment; what reads there goes through scoped clients of it like everywhere else.
export { atOneMoment } from '../client';

export { default as read } from './read-code.ts';

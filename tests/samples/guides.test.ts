import { testGuides } from './support/test-guides.ts';

testGuides(['sh', 'js', 'python']);

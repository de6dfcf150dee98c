import { testQuickstart } from './support/test-quickstart.ts';

testQuickstart(['sh', 'js', 'python']);

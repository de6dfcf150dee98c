import { testTenSteps } from './support/test-ten-steps.ts';

testTenSteps(['JavaScript', 'Python']);

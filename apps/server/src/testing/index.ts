export { createTestPlatform, type GraphqlResult, type TestPlatform, type TestPlatformOptions, type TestUser } from './test-platform.ts'

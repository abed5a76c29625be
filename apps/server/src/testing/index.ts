export type { GivenPlugin, GivenPlugins, GivenSettings } from '@platform/plugin-host'
export { readTexts } from '../composition/translations.ts'
export type { MakeRecords, TestAccount, TestAsset, TestComment, TestUser } from './make-records.ts'
export { createTestPlatform, type GraphqlResult, type TestPlatform, type TestPlatformOptions } from './test-platform.ts'

export type { GivenPlugin, GivenPlugins, GivenSettings } from '@platform/plugin-host'
export { readTexts } from '../composition/translations.ts'
export type { MakeRecords, TestAccount, TestAsset, TestComment, TestUser } from './make-records.ts'
export { type OpenTestOptions, type OpenTestPlatform, openTestPlatform } from './open-test-platform.ts'

export type { MakeRecords, TestAccount, TestAsset, TestComment, TestUser } from '@platform/server/testing'
export { BROWSER_ARGS, findBrowser } from './browser.ts'
export type { TestCaller, Viewer } from './caller.ts'
export { type CheckOptions, checkPlugin } from './contract/check-plugin.ts'
export { CONTRACT_POINTS, type ContractPoint, type Finding } from './contract/finding.ts'
export { type ContractOptions, pluginContract, type Suite } from './contract/plugin-contract.ts'
export { createTestPlatform } from './create-test-platform.ts'
export { createTestStream, type TestStream, type TestStreamOptions } from './create-test-stream.ts'
export type { Given, Provided, Stubs, SystemContext } from './given.ts'
export type {
  Diagnostic,
  GraphqlAnswer,
  GraphqlError,
  Published,
  TestPlatform,
  TestPlatformOptions,
  TestRoute,
} from './test-platform.ts'
export { type Forgotten, type ForgottenCode, ForgottenError } from './watch/forgotten.ts'

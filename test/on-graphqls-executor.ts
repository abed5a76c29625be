import { tracingChannel } from 'node:diagnostics_channel'

// With `PLATFORM_TEST_EXECUTOR=graphql` this runs before each test file: the server leaves the execution to graphql's
// own executor while anything traces that.
tracingChannel('graphql:execute').subscribe({ start() {} } as never)

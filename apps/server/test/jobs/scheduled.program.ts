import { definePlugin } from '@platform/plugin-sdk'
import { createTestPlatform } from '@platform/plugin-testing'

/** One server of several with a scheduled job, whose clock stands still until it is told to move. It says what it does, line by line. */
const {
  name = '',
  docstore = '',
  kvstore = '',
  now = '',
  hangs = '',
} = JSON.parse(process.argv[2] ?? '{}') as Partial<Record<'name' | 'docstore' | 'kvstore' | 'now' | 'hangs', string>>
const say = (...words: string[]) => process.stdout.write(`${words.join(' ')}\n`)

const reports = definePlugin({
  name: 'reports',
  sdk: '^1.0',
  jobs: {
    'reports.write': {
      schedule: '*/10 * * * *',
      run: ({ scheduledAt }) => {
        say('began', scheduledAt.toISOString(), name)
        return scheduledAt.toISOString() === hangs ? new Promise(() => {}) : undefined
      },
    },
  },
})

const platform = await createTestPlatform({
  now: new Date(now),
  plugins: [reports],
  env: { PLATFORM_DOCSTORE_URL: docstore, PLATFORM_KVSTORE_URL: kvstore },
})
say('ready', '-', name)
process.stdin.on('data', data => {
  for (const milliseconds of String(data).trim().split('\n')) {
    platform.clock.advance(Number(milliseconds))
    void platform.services.jobs.idle().then(() => say('idle', platform.clock.now().toISOString(), name))
  }
})
process.once('SIGTERM', () => {
  void platform[Symbol.asyncDispose]().then(() => process.exit(0))
})

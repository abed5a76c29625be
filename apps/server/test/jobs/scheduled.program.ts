import { definePlugin } from '@platform/plugin-sdk'
import { openTestPlatform } from '@platform/server/testing'

/**
 * One server of several with a scheduled job. The test moves its clock by messages, and it prints every run of the job.
 */
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

const opened = await openTestPlatform({
  now: new Date(now),
  plugins: [reports],
  env: { PLATFORM_DOCSTORE_URL: docstore, PLATFORM_KVSTORE_URL: kvstore },
})
say('ready', '-', name)
process.stdin.on('data', data => {
  for (const milliseconds of String(data).trim().split('\n')) {
    opened.clock.advance(Number(milliseconds))
    void opened.platform.services.jobs.idle().then(() => say('idle', opened.clock.now().toISOString(), name))
  }
})
process.once('SIGTERM', () => {
  void opened[Symbol.asyncDispose]().then(() => process.exit(0))
})

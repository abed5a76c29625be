import { defineModel, definePlugin } from '@platform/plugin-sdk'
import { openTestPlatform } from '@platform/server/testing'
import { first } from './walks.ts'

/** Stores walks of the first version, or starts with the second and says how far the change of the records came. */
const [directory = '', task = '', count = '0'] = process.argv.slice(2)
const slow = defineModel({
  name: 'walks.walked',
  record: { '~standard': { version: 1, vendor: 'test', validate: value => ({ value }) } },
  version: 2,
  migrations: {
    2: ({ id, walker, miles, changes = 0 }) => {
      if (id === 'w0250') {
        process.stdout.write('half\n')
        // The process is killed here, in the middle of a transaction.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
      }
      return { user_id: walker, km: miles * 1.6, where: id, changes: changes + 1 }
    },
  },
})
const models = task === 'store' ? [first] : [slow]
const opened = await openTestPlatform({
  directory,
  plugins: [definePlugin({ name: 'walks', sdk: '^1.0', models })],
})
if (task === 'store') {
  const records = first.in(opened.platform.services)
  for (let n = 0; n < Number(count); n++)
    await records.insert({ id: `w${String(n).padStart(4, '0')}`, walker: `u${n}`, miles: n })
  await opened[Symbol.asyncDispose]()
}

import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '@platform/config'
import { expect, test } from 'vitest'
import { openStores } from '#server/main/stores'
import { createLog } from '#server/runtime/log'

const WRONG = 'WRONGPASS invalid username-password pair or user is disabled.'

test('the log says with each attempt why Redis can not be used', async () => {
  const redis = createServer(socket => {
    socket.on('error', () => {}).on('data', () => socket.write(`-${WRONG}\r\n`))
  }).listen(0, '127.0.0.1')
  await once(redis, 'listening')
  const cwd = await mkdtemp(join(tmpdir(), 'platform-redis-refuses-'))
  const env = {
    NODE_ENV: 'test',
    PLATFORM_DOCSTORE_URL: `sqlite:${join(cwd, 'platform.db')}`,
    PLATFORM_KVSTORE_URL: `redis://:wrong@127.0.0.1:${(redis.address() as AddressInfo).port}`,
    PLATFORM_KVSTORE_RECONNECTION_MAX_ATTEMPTS: '2',
    PLATFORM_KVSTORE_RECONNECTION_BACKOFF_FACTOR: '1ms',
    PLATFORM_KVSTORE_RECONNECTION_BACKOFF_MINIMUM_TIME: '1ms',
  }
  const lines: string[] = []
  const log = createLog('warn', { write: line => lines.push(line) })
  await expect(openStores({ config: loadConfig({ env, cwd }), log })).rejects.toThrow(WRONG)
  expect(lines.map(line => JSON.parse(line) as object)).toMatchObject([{ failures: 1, reason: WRONG }])
  redis.close()
  await rm(cwd, { recursive: true, force: true })
})

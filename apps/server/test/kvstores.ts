import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import { describeWith } from '../../../test/needs.ts'
import { REDIS, startRedis } from './redis.ts'

/** A platform, as far as it is needed here. */
interface Clocked {
  readonly clock: { advance(milliseconds: number): void }
}

/** A kind of key-value store that tests run on. */
export interface KvstoreKind {
  /** Variables of a platform that uses it. */
  env(): Readonly<Record<string, string>>
  /** Whether a number of seconds until something ends is right: Redis goes by its own clock, which no test stops. */
  isLeft(seconds: unknown, of: number): boolean
  /** Lets time pass, for a platform and for what it keeps there. */
  pass(platform: Clocked, milliseconds: number): Promise<void>
}

/** Runs the same tests on the embedded key-value store and on a Redis server of their own, which is empty for each. */
export function onEveryKvstore(tests: (kind: KvstoreKind) => void): void {
  describe('on the embedded key-value store', () => {
    tests({
      env: () => ({}),
      isLeft: (seconds, of) => Number(seconds) === of,
      pass: async (platform, milliseconds) => {
        platform.clock.advance(milliseconds)
      },
    })
  })
  describeWith(REDIS)('on Redis', () => {
    let redis: Awaited<ReturnType<typeof startRedis>>
    beforeAll(async () => {
      redis = await startRedis()
    })
    afterEach(() => redis.command('FLUSHALL'))
    afterAll(() => redis?.[Symbol.asyncDispose]())
    tests({
      env: () => ({ PLATFORM_KVSTORE_URL: redis.url }),
      isLeft: (seconds, of) => Number(seconds) <= of && Number(seconds) > of - 30 && Number(seconds) > 0,
      async pass(platform, milliseconds) {
        platform.clock.advance(milliseconds)
        await redis.command(`EVAL "${AGE}" 0 ${milliseconds}`)
      },
    })
  })
}

/** Redis goes by its own clock: every key comes nearer to its end instead. */
const AGE =
  "for _, key in ipairs(redis.call('KEYS', '*')) do local left = redis.call('PTTL', key) if left > 0 then redis.call('PEXPIRE', key, left - ARGV[1]) end end return 'OK'"

import { describe, TestRunner, test } from 'vitest'
import { because } from './reason.ts'

/** Something that a test needs of the machine it runs on. */
export interface Need {
  /** What the machine lacks, in words; undefined when it has what is needed. */
  readonly missing: string | undefined
}

/** The operating system, where a test looks at what only Linux has. */
export const LINUX: Need = { missing: process.platform === 'linux' ? undefined : 'this machine does not run Linux' }

/**
 * Skips the current test where platforms are on MongoDB (`PLATFORM_TEST_STORE=mongodb`), because it looks into the file
 * of the embedded store, or counts what that store is asked.
 */
export function needsEmbeddedStore(): void {
  if (process.env['PLATFORM_TEST_STORE'] === 'mongodb')
    TestRunner.getCurrentTest()?.context.skip('it looks into the embedded store')
}

/**
 * Skips the current test where platforms are on `secantusd-rs`. Two transactions that update documents to one unique
 * value at the same time are both stored there; of two that insert it, one is refused, as MongoDB refuses both kinds.
 */
export function needsUniqueUpdates(): void {
  if (process.env['PLATFORM_TEST_STAND_IN'] === 'yes')
    TestRunner.getCurrentTest()?.context.skip('secantusd-rs stores simultaneous updates to one unique value')
}

/** `test`, or a `test.skip` that adds to each title what is missing: a test never passes because it could not run. */
export const testWith = (...needs: Need[]): typeof test => skipping(test, test.skip, needs)

/** `describe`, or a `describe.skip` that adds to its title what is missing; hooks inside don't run then either. */
export const describeWith = (...needs: Need[]): typeof describe => skipping(describe, describe.skip, needs)

function skipping<Api extends object>(api: Api, skip: object, needs: readonly Need[]): Api {
  const missing = new Set(needs.flatMap(need => need.missing ?? []))
  // Vitest types `test.skip` without what only `test` has, such as `extend`; those who skip don't ask for it.
  return missing.size === 0 ? api : (titled(skip, [...missing].join(', and ')) as Api)
}

/** Adds the reason to the title, also to those of `each` and `for`. */
function titled<Register extends object>(register: Register, why: string): Register {
  return new Proxy(register, {
    // A proxy of something that can't be called is never asked to `apply`.
    apply: (target, self, [title, ...rest]) =>
      Reflect.apply(target as () => unknown, self, [`${title}${because(why)}`, ...rest]),
    get(target, key) {
      const own: unknown = Reflect.get(target, key)
      if (typeof own !== 'function' || (key !== 'each' && key !== 'for')) return own
      return (...cases: unknown[]) => titled(Reflect.apply(own, target, cases) as object, why)
    },
  })
}

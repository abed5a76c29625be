import type { Given } from '../given.ts'
import { type CheckOptions, checkPlugin } from './check-plugin.ts'
import { CONTRACT_POINTS, type ContractPoint, type Finding } from './finding.ts'

/**
 * The functions of a test runner that the suite uses.
 *
 * @example
 * import { describe, test } from 'node:test'
 * pluginContract(likes, { describe, test } satisfies Suite)
 */
export interface Suite {
  describe(name: string, tests: () => void): unknown
  /** Runners that limit the time of a test, as Vitest and Jest do, read the limit. Milliseconds. */
  test(name: string, run: () => Promise<void>, limit?: number): unknown
  /** For runners that count assertions. Without it, a failing test throws an error. */
  readonly expect?: (actual: unknown) => { toEqual(expected: unknown): unknown }
}

/**
 * The points that are not checked, and the test runner.
 *
 * @example
 * const options: ContractOptions = { skip: ['readme'], package: new URL('..', import.meta.url) }
 */
export interface ContractOptions extends CheckOptions, Partial<Suite> {
  /** Points that are not checked. Say why in a comment. */
  readonly skip?: readonly ContractPoint[]
}

/** Points that need a package. */
const PACKAGED: readonly ContractPoint[] = ['package', 'readme']

/**
 * How long a point may take. The first one waits until all are checked, for which platforms with the plugin are
 * started; on a busy machine that takes longer than the five seconds that runners allow. Milliseconds.
 */
const LIMIT = 60_000

/**
 * The suite that every plugin runs unchanged: one test for each point of the contract. The runner's `describe` and
 * `test` are taken from the options, else from the globals; with `expect`, findings are shown as a difference.
 *
 * @throws Error when there is no test runner.
 * @example
 * pluginContract(likes, { describe, expect, test, package: new URL('..', import.meta.url) })
 */
export function pluginContract(plugin: Given, options: ContractOptions = {}): void {
  const { describe, test, expect } = suiteOf(options)
  const { skip = [] } = options
  let findings: Promise<readonly Finding[]> | undefined
  const points = (Object.keys(CONTRACT_POINTS) as ContractPoint[]).filter(
    point => !skip.includes(point) && (options.package !== undefined || !PACKAGED.includes(point)),
  )
  describe('the contract of plugins: it', () => {
    for (const point of points) {
      test(
        CONTRACT_POINTS[point],
        async () => {
          findings ??= checkPlugin(plugin, options)
          const own = (await findings).filter(finding => finding.point === point)
          const texts = own.map(({ message, fix }) => `${message}\n  fix  ${fix}`)
          if (expect) expect(texts).toEqual([])
          else if (texts.length > 0) throw new Error(texts.join('\n'))
        },
        LIMIT,
      )
    }
  })
}

function suiteOf({ describe, test, expect }: Partial<Suite>): Suite {
  const given = globalThis as unknown as Partial<Suite>
  const [describing, testing] = [describe ?? given.describe, test ?? given.test]
  if (!describing || !testing)
    throw new Error('pluginContract finds no test runner. Give it one: pluginContract(plugin, { describe, test })')
  return { describe: describing, test: testing, ...(expect ? { expect } : {}) }
}

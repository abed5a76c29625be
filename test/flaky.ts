import { stripVTControlCharacters } from 'node:util'
import type { TestError } from 'vitest'
import type { Reporter, TestModule, Vitest } from 'vitest/node'

/** The most lines that are shown of what differed from the expected value. */
const MOST_LINES = 20

/** Lists at the end of a run which tests passed only when they were run again, because Vitest shows them as passed. */
export class FlakyTests implements Reporter {
  #vitest: Vitest | undefined

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const flaky = modules.flatMap(module =>
      [...module.children.allTests('passed')].filter(test => test.diagnostic()?.flaky),
    )
    if (flaky.length === 0) return
    const count = flaky.length === 1 ? '1 test' : `${flaky.length} tests`
    this.#vitest?.logger.log(`FLAKY ${count}: passed only when run again; find out why`)
    for (const test of flaky) {
      this.#vitest?.logger.log(`  ${test.module.relativeModuleId} > ${test.fullName}`)
      for (const error of test.result().errors ?? [])
        for (const line of linesOf(error)) this.#vitest?.logger.log(`    ${line}`)
    }
  }
}

/** The message of an error, and what differed from the expected value. */
function linesOf({ message, diff = '' }: TestError): readonly string[] {
  const lines = stripVTControlCharacters(diff).split('\n')
  return [message, ...lines.filter(line => /^[-+]/.test(line)).slice(0, MOST_LINES)]
}

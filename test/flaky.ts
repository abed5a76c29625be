import type { Reporter, TestModule, Vitest } from 'vitest/node'

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
      for (const { message } of test.result().errors ?? []) this.#vitest?.logger.log(`    ${message}`)
    }
  }
}

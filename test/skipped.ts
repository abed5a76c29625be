import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'
import { reasonIn } from './reason.ts'

/** Lists at the end of a run which tests were skipped and why, because Vitest itself only counts them. */
export class SkippedTests implements Reporter {
  #vitest: Vitest | undefined

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = Map.groupBy(
      modules.flatMap(module => [...module.children.allTests('skipped')]),
      reasonOf,
    )
    // A run of chosen tests (`-t`) skips the others, which says nothing about the machine.
    if (this.#vitest?.config.testNamePattern) skipped.delete(undefined)
    for (const [reason, tests] of skipped) this.#vitest?.logger.log(summary(reason, tests))
  }
}

function summary(reason: string | undefined, tests: readonly TestCase[]): string {
  const files = Map.groupBy(tests, test => test.module.relativeModuleId)
  const count = tests.length === 1 ? '1 test' : `${tests.length} tests`
  const heading = `SKIPPED ${count}: ${reason ?? 'no reason is given (use test/needs.ts)'}`
  return [heading, ...[...files].map(([file, of]) => `  ${file} (${of.length})`), ''].join('\n')
}

function reasonOf(test: TestCase): string | undefined {
  const result = test.result()
  return reasonIn(test.fullName) ?? (result.state === 'skipped' ? result.note : undefined)
}

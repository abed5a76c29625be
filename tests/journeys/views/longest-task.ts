import type { Page } from 'playwright-core'

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** Processor time, in microseconds. */
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

/** The longest task on the main threads of pages while something is done, in milliseconds of processor time. */
export async function longestTask(page: Page, work: () => Promise<void>): Promise<number> {
  const browser = page.context().browser()!
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] })
  await work()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString('utf8')) as { traceEvents: TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`
  const main = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf),
  )
  const tasks = traceEvents.filter(event => event.name.endsWith('RunTask') && main.has(threadOf(event)))
  return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur)) / 1_000
}

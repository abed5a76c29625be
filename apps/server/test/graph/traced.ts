import { tracingChannel } from 'node:diagnostics_channel'
import { expect } from 'vitest'

/**
 * Does work that executes so many documents while a tool traces graphql's own executor, because that one then executes
 * them all.
 */
export async function whileTraced<T>(executions: number, work: () => Promise<T>): Promise<T> {
  const channel = tracingChannel('graphql:execute')
  let executed = 0
  const listener = { start: () => void executed++ } as never
  channel.subscribe(listener)
  try {
    const result = await work()
    expect(executed).toBe(executions)
    return result
  } finally {
    channel.unsubscribe(listener)
  }
}

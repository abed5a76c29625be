import type { Platform } from '@platform/server'
import type { Published } from './test-platform.ts'

/** Keeps every event this platform publishes, with its payload as it was given. */
export function recordEvents({ local }: Platform['events'], published: Published[]): void {
  const emit = local.emit.bind(local)
  local.emit = (event, ...args: unknown[]) => {
    if (event !== 'error') published.push({ event: String(event), payload: args[0] })
    return emit(event, ...args)
  }
}

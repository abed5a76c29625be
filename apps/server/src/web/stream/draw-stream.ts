import type { Services } from '@platform/plugin-sdk'
import type { StreamState } from '@platform/stream'
import { reportSlot } from '../report-slot.ts'

/** Draws a stream. The place of a plugin's component that throws stays empty, and the log names the plugin. */
export function drawStream({ log, streamBuild }: Pick<Services, 'log' | 'streamBuild'>, state: StreamState): string {
  return streamBuild.render(state, { onFailure: reportSlot(log) })
}

import type { Services } from '@platform/plugin-sdk'
import type { StreamState } from '@platform/stream'
import { reportSlot } from '../report-slot.ts'

/** Draws a stream. The place of a plugin's component that throws stays empty, and the log names the plugin. */
export function drawStream(
  services: Pick<Services, 'log' | 'partFailures' | 'streamBuild'>,
  state: StreamState,
): string {
  return services.streamBuild.render(state, { onFailure: reportSlot(services) })
}

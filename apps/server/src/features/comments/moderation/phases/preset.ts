import type { CorePhase } from '../phase.ts'

export const preset: CorePhase = {
  name: 'preset',
  run: ({ status }) => (status === null ? undefined : { status }),
}

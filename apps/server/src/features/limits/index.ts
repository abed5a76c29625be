import { defineFeature } from '../../contract/define-feature.ts'
import { createLimits, type LimitsService } from './service.ts'

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly limits: LimitsService
  }
}

/** How often people, addresses and accounts may do what costs something. */
export const limitsFeature = defineFeature({
  name: 'limits',
  services: { limits: { needs: ['kvstore', 'config', 'outbound'], create: createLimits } },
})

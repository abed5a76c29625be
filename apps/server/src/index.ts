export { CompositionError, type LoadedPlugin, type Problem } from '@platform/plugin-host'
export type { ServerContext } from './contract/context.ts'
export { defineFeature } from './contract/define-feature.ts'
/** With it come the types of the services of the core: `context.services.comments` and the others. */
export type { core } from './main/core.ts'
export { createPlatform } from './main/create-platform.ts'
export { type Listening, listen } from './main/listen.ts'
export { type OpenOptions, type OpenPlatform, openPlatform } from './main/open.ts'
export type { Platform, PlatformParts } from './main/platform.ts'

import type { LoadedPlugin } from '../contract/loaded-plugin.ts'
import { pagesFeature } from '../web/index.ts'
import { accountsFeature } from './accounts/index.ts'
import { actionsFeature } from './actions/index.ts'
import { apiFeature } from './api/index.ts'
import { assetsFeature } from './assets/index.ts'
import { baseFeature } from './base/index.ts'
import { commentsFeature } from './comments/index.ts'
import { graphFeature } from './graph/index.ts'
import { mailFeature } from './mail/index.ts'
import { sessionsFeature } from './sessions/index.ts'
import { settingsFeature } from './settings/index.ts'
import { setupFeature } from './setup/index.ts'
import { tagsFeature } from './tags/index.ts'
import { usersFeature } from './users/index.ts'

/** The features of the core, in the order they are composed. Plugins follow. */
export const coreFeatures: readonly LoadedPlugin[] = [
  baseFeature,
  settingsFeature,
  assetsFeature,
  usersFeature,
  accountsFeature,
  sessionsFeature,
  commentsFeature,
  actionsFeature,
  tagsFeature,
  setupFeature,
  mailFeature,
  graphFeature,
  apiFeature,
  pagesFeature,
]

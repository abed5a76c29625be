import type { Feature } from '../contract/define-feature.ts'
import { accountsFeature } from './accounts/index.ts'
import { actionsFeature } from './actions/index.ts'
import { apiFeature } from './api/index.ts'
import { assetsFeature } from './assets/index.ts'
import { avatarsFeature } from './avatars/index.ts'
import { baseFeature } from './base/index.ts'
import { bulkRejectionsFeature } from './bulk-rejections/index.ts'
import { clientBuildsFeature } from './client-builds/index.ts'
import { commentsFeature } from './comments/index.ts'
import { configurationFeature } from './configuration/index.ts'
import { inventoryFeature } from './inventory/index.ts'
import { limitsFeature } from './limits/index.ts'
import { mailFeature } from './mail/index.ts'
import { notesFeature } from './notes/index.ts'
import { otherSitesFeature } from './other-sites/index.ts'
import { pluginsFeature } from './plugins/index.ts'
import { sessionsFeature } from './sessions/index.ts'
import { settingsFeature } from './settings/index.ts'
import { setupFeature } from './setup/index.ts'
import { statisticsFeature } from './statistics/index.ts'
import { tagsFeature } from './tags/index.ts'
import { usersFeature } from './users/index.ts'

/** The features of the core, in the order in which they are composed, before the plugins. */
export const coreFeatures: readonly Feature[] = [
  baseFeature,
  settingsFeature,
  assetsFeature,
  usersFeature,
  accountsFeature,
  avatarsFeature,
  sessionsFeature,
  commentsFeature,
  actionsFeature,
  tagsFeature,
  notesFeature,
  bulkRejectionsFeature,
  statisticsFeature,
  setupFeature,
  mailFeature,
  apiFeature,
  limitsFeature,
  configurationFeature,
  pluginsFeature,
  clientBuildsFeature,
  inventoryFeature,
  otherSitesFeature,
]

// Each feature is exported, so that the package's declarations contain the types of its services.
export {
  accountsFeature,
  actionsFeature,
  apiFeature,
  assetsFeature,
  avatarsFeature,
  baseFeature,
  bulkRejectionsFeature,
  clientBuildsFeature,
  commentsFeature,
  configurationFeature,
  inventoryFeature,
  limitsFeature,
  mailFeature,
  notesFeature,
  otherSitesFeature,
  pluginsFeature,
  sessionsFeature,
  settingsFeature,
  setupFeature,
  statisticsFeature,
  tagsFeature,
  usersFeature,
}

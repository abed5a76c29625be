import type { TypeDefsSource } from '../src/index.ts'
import {
  accountsTypeDefs,
  actionsTypeDefs,
  assetsTypeDefs,
  avatarsTypeDefs,
  baseTypeDefs,
  bulkRejectionsTypeDefs,
  commentsTypeDefs,
  configurationTypeDefs,
  notesTypeDefs,
  sessionsTypeDefs,
  settingsTypeDefs,
  statisticsTypeDefs,
  tagsTypeDefs,
  usersTypeDefs,
} from '../src/index.ts'

/** The core as its features hand it over. */
export const coreSources: readonly TypeDefsSource[] = Object.entries({
  base: baseTypeDefs,
  settings: settingsTypeDefs,
  assets: assetsTypeDefs,
  users: usersTypeDefs,
  accounts: accountsTypeDefs,
  avatars: avatarsTypeDefs,
  sessions: sessionsTypeDefs,
  comments: commentsTypeDefs,
  actions: actionsTypeDefs,
  tags: tagsTypeDefs,
  notes: notesTypeDefs,
  'bulk-rejections': bulkRejectionsTypeDefs,
  configuration: configurationTypeDefs,
  statistics: statisticsTypeDefs,
}).map(([feature, typeDefs]) => ({ owner: 'core', origin: `core/${feature}`, typeDefs }))

/** The smallest core that merges cleanly. */
export const tinyCore: TypeDefsSource = {
  owner: 'core',
  typeDefs: /* GraphQL */ `
    schema { query: RootQuery }
    "The queries."
    type RootQuery { hello(name: String = "you"): String, comment(input: Find): Comment }
    "A comment."
    type Comment implements Node { id: ID!, "How it feels." mood: Mood, likes: Int }
    interface Node { id: ID! }
    enum Mood { HAPPY SAD }
    input Find { id: ID, limit: Int = 10 }
    union Any = Comment
    scalar Date
    directive @auth(role: String) on FIELD_DEFINITION
  `,
}

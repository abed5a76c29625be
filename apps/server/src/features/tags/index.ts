import { tagsTypeDefs } from '@platform/core-schema'
import type { TaggableItemType, TagLink } from '@platform/plugin-sdk'
import { defineFeature } from '../../compose/member.ts'
import { userById } from '../users/resolvers.ts'

/** Tags on comments, assets and users. */
export const tagsFeature = defineFeature('tags', {
  typeDefs: tagsTypeDefs,
  loaders: ({ platform }) => ({
    Tags: { getAll: async ({ item_type: model }: { item_type: string }) => platform.services.tags.definitions(model as TaggableItemType) },
  }),
  resolvers: {
    TagLink: { assigned_by: (link: TagLink, _args, context) => userById(link.assigned_by, context) },
  },
})

import { tagsTypeDefs } from '@platform/core-schema'
import type { TaggableItemType, TagInput, TagLink } from '@platform/plugin-sdk'
import { defineFeature } from '../../contract/loaded-plugin.ts'
import { userById } from '../users/resolvers.ts'
import { tagMutators } from './mutators.ts'
import { tagPermissions } from './permissions.ts'

/** Tags on comments, assets and users. */
export const tagsFeature = defineFeature(
  'tags',
  {
    typeDefs: tagsTypeDefs,
    loaders: ({ platform }) => ({
      Tags: {
        getAll: async ({ item_type: model, asset_id: asset }: { item_type: string; asset_id?: string | null }) =>
          platform.services.tags.definitions(model as TaggableItemType, asset ?? undefined),
      },
    }),
    mutators: tagMutators,
    resolvers: {
      TagLink: { assigned_by: (link: TagLink, _args, context) => userById(link.assigned_by, context) },
      RootMutation: {
        async addTag(_root, { tag }: { tag: TagInput }, { mutators }) {
          await mutators.Tag.add(tag)
          return null
        },
        async removeTag(_root, { tag }: { tag: TagInput }, { mutators }) {
          await mutators.Tag.remove(tag)
          return null
        },
      },
    },
  },
  tagPermissions,
)

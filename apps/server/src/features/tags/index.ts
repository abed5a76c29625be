import { tagsTypeDefs } from '@platform/core-schema'
import type { TaggableItemType, TagInput, TagLink } from '@platform/plugin-sdk'
import { defineFeature } from '../../contract/define-feature.ts'
import { userById } from '../users/resolvers.ts'
import { tagMutators } from './mutators.ts'
import { tagPersonalData } from './personal-data.ts'
import { createTags, type TagsService } from './service.ts'
import { createStaffTags, type StaffTags, staffTagJobs } from './staff.ts'

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly tags: TagsService
    readonly staffTags: StaffTags
  }
}

/** Tags on comments, assets and users. */
export const tagsFeature = defineFeature({
  name: 'tags',
  typeDefs: tagsTypeDefs,
  loaders: ({ services }) => ({
    Tags: {
      getAll: async ({ item_type: model, asset_id: asset }: { item_type: string; asset_id?: string | null }) =>
        services.tags.definitions(model as TaggableItemType, asset ?? undefined),
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
  permissions: {
    'RootMutation.addTag': {
      needs: ['ADD_COMMENT_TAG', 'EDIT_COMMENT'],
      beyond: { 'a tag that is not defined': 'ADD_COMMENT_TAG' },
    },
    'RootMutation.removeTag': {
      needs: ['REMOVE_COMMENT_TAG', 'EDIT_COMMENT'],
      beyond: { 'a tag that is not defined': 'REMOVE_COMMENT_TAG' },
    },
  },
  jobs: staffTagJobs,
  personalData: tagPersonalData,
  services: {
    tags: {
      needs: ['settings', 'docstore', 'revisions', 'events', 'clock', 'composition'],
      create: ({ composition, ...needed }) => createTags({ ...needed, tags: () => composition.tags }),
    },
    staffTags: { needs: ['docstore', 'jobs', 'revisions', 'clock'], create: createStaffTags },
  },
})

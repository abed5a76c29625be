import { notesTypeDefs } from '@platform/core-schema'
import type { PersonalData } from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'
import { defineFeature } from '../../contract/define-feature.ts'
import { indexesOf } from '../../contract/indexes.ts'
import { noteIndexes } from './model.ts'
import { noteLoaders, noteResolvers } from './resolvers.ts'
import { createNotes, type NotesService } from './service.ts'

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly notes: NotesService
  }
}

/** The notes about a user, without the names of their authors, and the notes that the user wrote about others. */
const personalData: PersonalData<ServerContext> = {
  async *export(userId, { services: { notes } }) {
    for await (const { body, created_at } of notes.all({ user_id: userId }))
      yield { name: 'notes', record: { body, created_at } }
    for await (const { user_id, body, created_at } of notes.all({ author_id: userId }))
      yield { name: 'written-notes', record: { user_id, body, created_at } }
  },
  erase: (userId, { services }) => services.notes.eraseBatch(userId),
}

/** Moderators write notes about users, for each other. */
export const notesFeature = defineFeature({
  name: 'notes',
  typeDefs: notesTypeDefs,
  loaders: noteLoaders,
  resolvers: noteResolvers,
  permissions: {
    'RootQuery.userNotes': 'VIEW_USER_NOTES',
    'User.noteCount': 'VIEW_USER_NOTES',
    'RootMutation.createUserNote': 'WRITE_USER_NOTES',
    'RootMutation.deleteUserNote': 'WRITE_USER_NOTES',
  },
  personalData,
  services: { notes: { needs: ['docstore', 'clock'], create: createNotes } },
  indexes: indexesOf(noteIndexes),
})

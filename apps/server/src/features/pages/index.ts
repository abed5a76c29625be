import { defineFeature } from '../../compose/member.ts'

export const pagesFeature = defineFeature('pages', {})

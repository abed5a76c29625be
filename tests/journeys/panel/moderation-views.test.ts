import { everyView } from './every-view.ts'
import { moderationViews } from './moderation-views.ts'

everyView('every view of the moderation screen', moderationViews)

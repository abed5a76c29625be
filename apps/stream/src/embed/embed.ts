// Shows a discussion on a page of another site.
import { start } from './start.ts'

start()

import { siblingFile } from '../../../runtime/sibling-file.ts'
import { workApart } from '../../../runtime/work-apart.ts'
import { LIMITS } from './picture-limits.ts'

workApart(siblingFile(import.meta.url, 'picture-worker'), LIMITS)

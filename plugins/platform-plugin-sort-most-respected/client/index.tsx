import { defineSortClient } from '@platform/client-sdk'

export default defineSortClient({
  sortBy: 'RESPECTS',
  sortOrder: 'DESC',
  translations: { en: { label: 'Most respected' }, de: { label: 'Am meisten respektiert' } },
})

import { defineSortClient } from '@platform/client-sdk'

export default defineSortClient({
  sortBy: 'UPVOTES',
  sortOrder: 'DESC',
  translations: { en: { label: 'Most upvoted' }, de: { label: 'Meiste Zustimmung' } },
})

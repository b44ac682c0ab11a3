import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { favoritesQuery, isSessionEnd } from '~/api/accounts'
import { client, expectSuccess } from '~/api/client'
import type { Product } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { useToasts } from '~/lib/toasts'
import { useProblem } from '~/lib/useProblem'

/** Time for which a short message stays on the product page, in ms. */
const productPageToast = 4000

/**
 * Returns whether a product is a favourite, and a function that toggles it: the change shows at once, and is undone
 * when the request fails.
 */
export function useFavorite(product: Product) {
  const { t } = useText()
  const onProductPage = useLocation({ select: ({ pathname }) => pathname.startsWith('/product/') })
  const milliseconds = onProductPage ? productPageToast : undefined
  const problem = useProblem()
  const say = useToasts((state) => state.say)
  const queryClient = useQueryClient()
  const { data } = useQuery(favoritesQuery)
  const kept = data?.some((one) => one.product.id === product.id) ?? false
  const change = useMutation({
    mutationFn: (keep: boolean) => {
      const body = { body: { productId: product.id } }
      return expectSuccess(keep ? client.POST('/api/favorites', body) : client.DELETE('/api/favorites', body))
    },
    onMutate: async (keep) => {
      await queryClient.cancelQueries({ queryKey: favoritesQuery.queryKey })
      const before = queryClient.getQueryData(favoritesQuery.queryKey)
      queryClient.setQueryData(favoritesQuery.queryKey, (list = []) => {
        const others = list.filter((one) => one.product.id !== product.id)
        return keep ? [{ id: product.id, createdAt: new Date().toISOString(), product }, ...others] : others
      })
      return { before }
    },
    onSuccess: (_, keep) => say(t(keep ? 'account.favorites.added' : 'account.favorites.removed'), milliseconds),
    onError: (error, _, context) => {
      queryClient.setQueryData(favoritesQuery.queryKey, context?.before)
      // The session has ended: the layout leads to the login, and back.
      if (!isSessionEnd(queryClient, error)) say(problem(error, t('account.favorites.changeFailed')))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: favoritesQuery.queryKey }),
  })
  return { kept, toggle: () => change.mutate(!kept) }
}

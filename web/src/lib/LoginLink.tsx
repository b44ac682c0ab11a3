import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ButtonLink } from './ButtonLink'
import type { IconName } from '~/ui/iconName'

type LoginLinkProps = { icon?: IconName; kind?: 'filled'; small?: boolean; wide?: boolean; children: ReactNode }

/** Link to the login; after signing in the user returns to this page. */
export function LoginLink({ children, ...look }: LoginLinkProps) {
  const here = useLocation({ select: ({ href }) => href })
  return (
    <ButtonLink {...look} to="/login" search={{ next: here }}>
      {children}
    </ButtonLink>
  )
}

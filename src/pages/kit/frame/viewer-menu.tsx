// Shows who is signed in, and a menu with links to the account and organization pages and a button to sign out. In a
// narrow window, the menu also contains the links to all pages.
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Icon } from '../icons';
import { texts } from './texts';

export interface Viewer {
  readonly permissions: string;
  readonly user: { readonly email: string };
  readonly organization: { readonly name: string };
}

interface ViewerMenuProps {
  readonly viewer: Viewer;
  /** How the viewer is signed in, such as "by an API key"; undefined for a normal session. */
  readonly note?: string | undefined;
  /** Text of the button that signs out. */
  readonly leaveText: string;
  readonly leave: () => void;
  /** The links to all pages, for narrow windows. */
  readonly children: ComponentChildren;
}

export function ViewerMenu({ viewer, note, leaveText, leave, children }: ViewerMenuProps) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: Event) => {
      if (!menu.current?.contains(event.target as Node)) setOpen(false);
    };
    addEventListener('pointerdown', closeOutside);
    addEventListener('focusin', closeOutside);
    return () => {
      removeEventListener('pointerdown', closeOutside);
      removeEventListener('focusin', closeOutside);
    };
  }, [isOpen]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  };
  const rights = texts.rights(viewer.permissions, viewer.organization.name) + (note ? ` · ${note}` : '');
  return (
    <div class="viewer" ref={menu} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        class="viewer-button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <span class="unseen">{texts.yourAccount} </span>
        <span class="viewer-name">
          <span title={viewer.user.email}>{viewer.user.email}</span> <small title={rights}>{rights}</small>
        </span>
        <Icon name="chevron-down" />
        <Icon name="menu" />
      </button>
      {isOpen && (
        <div class="viewer-menu" id={id}>
          <p>
            <b>{viewer.user.email}</b>
            <br />
            <span class="quiet">{rights}</span>
          </p>
          {children}
          <ul>
            <li>
              <a href="/account">
                <Icon name="user" /> {texts.account}
              </a>
            </li>
            <li>
              <a href="/organization">
                <Icon name="building" /> {texts.organization}
              </a>
            </li>
            <li>
              <button type="button" onClick={leave}>
                <Icon name="log-out" /> {leaveText}
              </button>
            </li>
          </ul>
        </div>
      )}
    </div>
  );
}

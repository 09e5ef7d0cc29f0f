import { createRoot } from 'react-dom/client';
import { createApolloPage, DubbingProvider } from './dubbing/index.ts';
import { App } from './screens.tsx';

const { searchParams } = new URL(location.href);
const page = createApolloPage({
  url: `${searchParams.get('gateway')}/graphql`,
  getToken: () => sessionStorage.getItem('token'),
});

createRoot(document.body.appendChild(document.createElement('main'))).render(
  <DubbingProvider page={page}>
    <App />
  </DubbingProvider>,
);

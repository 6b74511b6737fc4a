import { PageTitle } from "../../components/PageTitle.tsx"

export const HomePage = () => <PageTitle>Gatefold</PageTitle>

using Accelerator.Jobs.Tests.Ledger;

namespace Accelerator.Interop.Tests.Postgres;

[Trait("Group", "postgresql")]
[Collection(PostgresFixture.Collection)]
public sealed class PostgresNodeTests(PostgresFixture server) : NodeContract
{
    protected override Task<LedgerPlace> CreateAsync() => server.CreateAsync();
}

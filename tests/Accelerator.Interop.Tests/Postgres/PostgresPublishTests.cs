using Accelerator.Jobs.Tests.Ledger;

namespace Accelerator.Interop.Tests.Postgres;

[Trait("Group", "postgresql")]
[Collection(PostgresFixture.Collection)]
public sealed class PostgresPublishTests(PostgresFixture server) : PublishContract
{
    protected override Task<LedgerPlace> CreateAsync() => server.CreateAsync();
}

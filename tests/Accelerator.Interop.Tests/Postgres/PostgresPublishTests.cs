using Accelerator.Jobs.Tests.Ledger;

namespace Accelerator.Interop.Tests.Postgres;

public sealed class PostgresPublishTests(PostgresFixture server) : PublishContract, IClassFixture<PostgresFixture>
{
    protected override Task<LedgerPlace> CreateAsync() => server.CreateAsync();
}

using Accelerator.Jobs.Tests.Ledger;

namespace Accelerator.Interop.Tests.Postgres;

public sealed class PostgresNodeTests(PostgresFixture server) : NodeContract, IClassFixture<PostgresFixture>
{
    protected override Task<LedgerPlace> CreateAsync() => server.CreateAsync();
}

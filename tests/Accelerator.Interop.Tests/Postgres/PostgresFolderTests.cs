using Accelerator.Jobs.Tests.Ledger;

namespace Accelerator.Interop.Tests.Postgres;

public sealed class PostgresFolderTests(PostgresFixture server) : FolderContract, IClassFixture<PostgresFixture>
{
    protected override Task<LedgerPlace> CreateAsync() => server.CreateAsync();
}

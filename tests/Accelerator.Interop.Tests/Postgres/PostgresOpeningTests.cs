namespace Accelerator.Interop.Tests.Postgres;

/// <summary>Opening a ledger over PostgreSQL; below, the other parts of the contract.</summary>
public sealed class PostgresOpeningTests(PostgresFixture server) : OpeningContract, IClassFixture<PostgresFixture>
{
    [LedgerFact]
    public async Task A_missing_database_or_schema_is_reported_with_advice()
    {
        var connection = ((PostgresPlace)Place).Connection;
        foreach (var (wrong, advice) in ((string, string)[])[(connection.Replace("Database=postgres", "Database=nowhere"), "Create the database first"), (connection + ";Search Path=nowhere", "Create the schema first")])
        {
            var error = await Assert.ThrowsAsync<LedgerException>(() => JobLedger.OpenAsync(new PostgresDatabase(wrong), Time, None));
            Assert.Contains(advice, error.Message, StringComparison.Ordinal);
            Assert.False(error.IsTransient);
        }
    }

    protected override Task<LedgerPlace> CreateAsync() => server.CreateAsync();
}

public sealed class PostgresClaimTests(PostgresFixture server) : ClaimContract, IClassFixture<PostgresFixture>
{
    protected override Task<LedgerPlace> CreateAsync() => server.CreateAsync();
}

public sealed class PostgresFolderTests(PostgresFixture server) : FolderContract, IClassFixture<PostgresFixture>
{
    protected override Task<LedgerPlace> CreateAsync() => server.CreateAsync();
}

public sealed class PostgresNodeTests(PostgresFixture server) : NodeContract, IClassFixture<PostgresFixture>
{
    protected override Task<LedgerPlace> CreateAsync() => server.CreateAsync();
}

public sealed class PostgresProductTests(PostgresFixture server) : ProductContract, IClassFixture<PostgresFixture>
{
    protected override Task<LedgerPlace> CreateAsync() => server.CreateAsync();
}

public sealed class PostgresPublishTests(PostgresFixture server) : PublishContract, IClassFixture<PostgresFixture>
{
    protected override Task<LedgerPlace> CreateAsync() => server.CreateAsync();
}

public sealed class PostgresReportTests(PostgresFixture server) : ReportContract, IClassFixture<PostgresFixture>
{
    protected override Task<LedgerPlace> CreateAsync() => server.CreateAsync();
}

public sealed class PostgresSearchTests(PostgresFixture server) : SearchContract, IClassFixture<PostgresFixture>
{
    protected override Task<LedgerPlace> CreateAsync() => server.CreateAsync();
}

public sealed class PostgresSlotTests(PostgresFixture server) : SlotContract, IClassFixture<PostgresFixture>
{
    protected override Task<LedgerPlace> CreateAsync() => server.CreateAsync();
}

public sealed class PostgresPathTests(PostgresFixture server) : PathContract, IClassFixture<PostgresFixture>
{
    protected override Task<LedgerPlace> CreateAsync() => server.CreateAsync();
}
